import { programs } from '../address/programs.ts'
import type { Mint } from './Mint.ts'

/**
 * Returns the size in bytes of a token's associated account, which determines its rent. Source: `required_init_account_extensions` of
 * spl-token-2022-interface; the associated token program adds the immutable owner.
 *
 * @example accountSizeOf(mint) // 165 for SPL Token
 */
export function accountSizeOf({ program, extensions }: Pick<Mint, 'program' | 'extensions'>): number {
  if (program === programs.token) return 165
  // One byte for the kind of account, then four for type and length of each extension.
  const values = [
    0,
    ...(extensions.transferFee ? [8] : []),
    ...(extensions.nonTransferable ? [0] : []),
    ...(extensions.transferHook ? [1] : []),
    ...(extensions.pausable ? [0] : []),
  ]
  return 165 + 1 + values.reduce((sum, value) => sum + 4 + value, 0)
}
