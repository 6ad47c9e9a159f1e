export function takeProcessLock(
  path: string,
): { release: () => void; heldBy?: undefined } | { heldBy: number; release?: undefined }
