export function reservePort(
  wanted: number,
  taken?: Set<number>,
): Promise<{ port: number; release: () => Promise<void> }>
