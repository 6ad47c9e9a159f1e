export type Quarantined = { file: string; name: string; since: string; cause: string }
export function readQuarantine(options?: { now?: number; text?: string }): Quarantined[]
export function isQuarantined(
  failures: readonly { file: string; name: string; message: string }[],
  entries: readonly Quarantined[],
): boolean
