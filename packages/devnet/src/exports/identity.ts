export type { AppleConfig, Face, FaceConfig, IdentityFault, IdentityProvider } from '../identity/IdentityProvider.ts'
export { type SignInEnd, signInAt } from '../identity/signInAt.ts'
export { startIdentityProvider } from '../identity/startIdentityProvider.ts'
