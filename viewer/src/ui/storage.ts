// What the page remembers. A file that is opened from a disk may not be allowed to: then it forgets.
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`catena.${key}`, value);
  } catch {
    // It works without.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`catena.${key}`);
  } catch {
    return null;
  }
}
