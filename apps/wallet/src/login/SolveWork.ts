import type { WorkChallenge, WorkSolution } from '@latchkey/protocol/wallet'

/**
 * Computes the proof of work that the server requires before a request. @throws LatchkeyError `user_rejected`, `work_required` if it
 * takes too long; the signal's reason
 */
export type SolveWork = (challenge: WorkChallenge, signal?: AbortSignal) => Promise<WorkSolution>
