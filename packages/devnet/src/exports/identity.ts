export {
  type Face,
  type FaceConfig,
  type IdentityFault,
  type IdentityProvider,
  identityFaults,
} from '../identity/IdentityProvider.ts'
export { type SignInEnd, signInAt } from '../identity/signInAt.ts'
export { startIdentityProvider } from '../identity/startIdentityProvider.ts'
