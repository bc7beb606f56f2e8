/* Without the service: registers what opens the page then, and tells when the service is back. */

const PAUSE = 2_000; // milliseconds between two looks
let looking = false;

// a connection that a stopping service took and never answers must not end the looking
const back = async () => (await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PAUSE) })).ok;

/** Looks until the service answers, then asks again what was not answered. */
async function waitFor(askAgain) {
  if (looking) return;
  looking = true;
  while (looking) {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE);
      addEventListener("online", () => (clearTimeout(timer), resolve()), { once: true });
    });
    if (document.hidden) continue;
    if (await back().catch(() => false)) looking = false;
  }
  askAgain();
}

/** Sets both up; `askAgain` is called when the service is back after it could not be reached. */
export function setUpOffline(askAgain) {
  addEventListener("zolik-unreachable", () => waitFor(askAgain));
  navigator.serviceWorker?.register("/service-worker.js", { updateViaCache: "none" }).catch(() => undefined);
}
