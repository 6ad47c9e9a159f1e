export type { SandboxWalletOptions } from '../sandbox/installSandboxWallet.ts'
export { sandboxWallet } from '../vite/sandboxWallet.ts'
