export * from '../api/accounts.ts'
export * from '../api/chains.ts'
export * from '../api/directory.ts'
export * from '../api/endpoint.ts'
export * from '../api/health.ts'
export * from '../api/markets.ts'
export * from '../api/me.ts'
export * from '../api/names.ts'
export * from '../api/onramp.ts'
export * from '../api/operator.ts'
export * from '../api/prices.ts'
export * from '../api/projects.ts'
export * from '../api/sessions.ts'
export * from '../api/siwx.ts'
export * from '../api/swap.ts'
export * from '../api/telemetry.ts'
export { isAccountReference, splitAccountReference } from '../caip/accountReference.ts'
export { isFungibleId } from '../caip/fungibleId.ts'
export {
  accountIdSchema,
  accountReferenceSchema,
  addressSchema,
  chainIdSchema,
  fungibleIdSchema,
} from '../caip/schemas.ts'
export { type ErrorBody, errorBodySchema } from '../errors/errorBody.ts'
export { type RealtimeEvent, realtimeEventSchema } from '../realtime/events.ts'
export * from '../smartAccount/permissions.ts'
