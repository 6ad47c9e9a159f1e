export function freePort(wanted: number, taken?: Set<number>): Promise<number>
