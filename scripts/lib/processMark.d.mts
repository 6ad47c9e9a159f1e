/** A process, told apart from a later one with the same number: `startedAt` counts clock ticks since boot. */
export type ProcessMark = { pid: number; startedAt: string }
export function markProcess(pid: number): ProcessMark
export function isRunning(mark: ProcessMark): boolean
export function parseMark(text: string): ProcessMark | undefined
