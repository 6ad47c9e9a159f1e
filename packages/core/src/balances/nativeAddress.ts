import { nativeEvmAddress, nativeSolanaAddress } from '@latchkey/protocol'

/** What stands for the native coin of a network family where the address of a token is expected. */
export const nativeAddressOf = { eip155: nativeEvmAddress, solana: nativeSolanaAddress, bip122: 'native' } as const
