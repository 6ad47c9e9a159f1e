export { buildSessionNamespaces, type SupportedNamespaces } from '../session/buildSessionNamespaces.ts'
export { type PreparedAuthentication, prepareAuthentication } from '../session/prepareAuthentication.ts'
export { createWalletClient, type WalletClientParameters } from '../wallet/createWalletClient.ts'
export * from './bothRoles.ts'
