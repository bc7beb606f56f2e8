/* One tap deeper. */
export function toggleDetails() {}
