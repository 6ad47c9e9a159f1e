export type { AccountOwner, PasskeyOwner } from '../account/AccountOwner.ts'
export { createAccountCall } from '../account/createAccountCall.ts'
export { smartAccountAddress } from '../account/smartAccountAddress.ts'
export type { AccountCall } from '../calls/AccountCall.ts'
export { decodeCalls } from '../calls/decodeCalls.ts'
export { encodeCalls } from '../calls/encodeCalls.ts'
export { accountAbi, factoryAbi, sessionsAbi } from '../contracts/abis.ts'
export { entryPoint08, smartAccountContracts } from '../contracts/addresses.ts'
export { paymasterAbi } from '../contracts/paymasterAbi.ts'
export {
  type Authorization,
  authorizationDigest,
  signedAuthorization,
} from '../delegation/authorization.ts'
export { delegationFactory } from '../delegation/delegationFactory.ts'
export { delegatedCode, delegationOf } from '../delegation/delegationOf.ts'
export { fromRpcOperation } from '../operation/fromRpcOperation.ts'
export { hashOperation } from '../operation/hashOperation.ts'
export { InvalidOperation } from '../operation/InvalidOperation.ts'
export { type PackedOperation, packOperation } from '../operation/packOperation.ts'
export { toRpcAuthorization, toRpcOperation } from '../operation/toRpcOperation.ts'
export type { SignedAuthorization, UserOperation } from '../operation/UserOperation.ts'
export { encodePaymasterData, stubPaymasterData } from '../paymaster/paymasterData.ts'
export { paymasterGas } from '../paymaster/paymasterGas.ts'
export type { SponsorshipClaim } from '../paymaster/SponsorshipClaim.ts'
export {
  paymasterRequestDigest,
  type SponsorshipRequest,
  sponsorshipTypedData,
} from '../paymaster/sponsorshipTypedData.ts'
export { type CheckCalls, checkCalls } from '../permissions/checkCalls.ts'
export {
  type Allowance,
  type ArgumentRule,
  argumentConditions,
  type CallRule,
  type Grant,
} from '../permissions/Grant.ts'
export { hashGrant } from '../permissions/hashGrant.ts'
export { isSignedBySession } from '../permissions/isSignedBySession.ts'
export { lastSecondOf } from '../permissions/lastSecondOf.ts'
export { type AllowancePeriod, periodOf } from '../permissions/periodOf.ts'
export { permissionsHash } from '../permissions/permissionsHash.ts'
export { type PermissionsToGrant, permissionsToGrant } from '../permissions/permissionsToGrant.ts'
export { readSessionRefusal, sessionErrorsAbi } from '../permissions/readSessionRefusal.ts'
export type { SessionBreach } from '../permissions/SessionBreach.ts'
export { grantCall, revokeCall } from '../permissions/sessionCalls.ts'
export { decodeContext, encodeContext, type SessionContext } from '../permissions/sessionContext.ts'
export { sessionIdOf, sessionNonceKey } from '../permissions/sessionNonceKey.ts'
export {
  decodeSessionSignature,
  encodeSessionSignature,
  type SessionSignature,
  stubSessionSignature,
} from '../permissions/sessionSignature.ts'
export { accountDomain, type SigningAccount } from '../signatures/accountDomain.ts'
export { type PasskeyAssertion, passkeySignature } from '../signatures/passkeySignature.ts'
export { personalSignDigest } from '../signatures/personalSignDigest.ts'
export { rpIdHashOf } from '../signatures/rpIdHashOf.ts'
export { stubSignature } from '../signatures/stubSignature.ts'
export { type AccountTypedData, typedDataDigest, wrapTypedDataSignature } from '../signatures/typedData.ts'
export { isWrapped, type UndeployedSignature, unwrapUndeployed, wrapUndeployed } from '../signatures/undeployed.ts'
