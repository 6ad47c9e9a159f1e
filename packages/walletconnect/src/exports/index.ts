export type { AppClient, AppEvent, Approval, OpenPairing, PairOptions } from '../app/AppClient.ts'
export { createAppClient } from '../app/createAppClient.ts'
export { PeerError } from '../session/PeerError.ts'
export * from './bothRoles.ts'
