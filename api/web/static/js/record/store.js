/* What is kept in this browser: evenings and deals, each change written at once and for good. Nothing is sent anywhere. */

const NAME = "zolik";
const STORES = ["evenings", "deals", "meta"];
const PREFIX = "zolik_kept_";

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function opened(name) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => STORES.forEach((one) => request.result.createObjectStore(one));
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
  });
}

/** In IndexedDB; a change is kept when its promise is fulfilled, also if the machine dies then. */
class Database {
  constructor(base) {
    this.base = base;
    base.onversionchange = () => base.close();
  }

  get = (store, key) => done(this.base.transaction(store).objectStore(store).get(key));

  async all(store) {
    return done(this.base.transaction(store).objectStore(store).getAll());
  }

  /** Writes several values, all or none: [[store, key, value (undefined: it goes)], …]. `allowed` may look at what is
   * there under the first key before, and stop it. */
  write(changes, allowed = () => true) {
    return new Promise((resolve, reject) => {
      const going = this.base.transaction([...new Set(changes.map(([store]) => store))], "readwrite", { durability: "strict" });
      const [[first, key]] = changes;
      let stopped = false;
      const looking = going.objectStore(first).get(key);
      looking.onsuccess = () => {
        stopped = !allowed(looking.result);
        if (stopped) return;
        for (const [store, at, value] of changes) {
          if (value === undefined) going.objectStore(store).delete(at);
          else going.objectStore(store).put(value, at);
        }
      };
      going.oncomplete = () => resolve(!stopped);
      going.onerror = going.onabort = () => reject(going.error);
    });
  }
}

/** In the storage of pages, where there is no IndexedDB; in memory where there is none either. */
class Shelf {
  constructor(storage) {
    this.storage = storage;
  }

  static at = (store, key) => `${PREFIX}${store}_${key}`;

  async get(store, key) {
    const told = this.storage.getItem(Shelf.at(store, key));
    return told === null ? undefined : JSON.parse(told);
  }

  async all(store) {
    const keys = Object.keys(this.storage).filter((one) => one.startsWith(Shelf.at(store, "")));
    return keys.sort().map((one) => JSON.parse(this.storage.getItem(one)));
  }

  async write(changes, allowed = () => true) {
    const [[first, key]] = changes;
    if (!allowed(await this.get(first, key))) return false;
    for (const [store, at, value] of changes) {
      if (value === undefined) this.storage.removeItem(Shelf.at(store, at));
      else this.storage.setItem(Shelf.at(store, at), JSON.stringify(value));
    }
    return true;
  }
}

/** A storage that forgets with the page. */
const memory = () => Object.create({
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; },
  setItem(key, value) { this[key] = value; },
  removeItem(key) { delete this[key]; },
});

/** The store of this browser; `lasting` is false where it forgets with the page. */
export async function openStore(name = NAME) {
  try {
    return Object.assign(new Database(await opened(name)), { lasting: true });
  } catch {
    // no IndexedDB here: a private window, or switched off
  }
  try {
    localStorage.setItem(`${PREFIX}try`, "1");
    localStorage.removeItem(`${PREFIX}try`);
    return Object.assign(new Shelf(localStorage), { lasting: true });
  } catch {
    return Object.assign(new Shelf(memory()), { lasting: false });
  }
}

/** Asks the browser not to clear what is kept when space gets short; browsers ask nobody, or the reader. */
export async function askToKeep() {
  try {
    return (await navigator.storage?.persisted?.()) || (await navigator.storage?.persist?.()) || false;
  } catch {
    return false;
  }
}
