import type { WorkChallenge, WorkSolution } from '@latchkey/protocol/wallet'

/** Computes what the server asks for before it takes a request. @throws LatchkeyError `user_rejected`, `work_required` when it takes too long; the signal's reason */
export type SolveWork = (challenge: WorkChallenge, signal?: AbortSignal) => Promise<WorkSolution>
