import * as z from 'zod/mini'
import { type AccountId, isAccountId } from './accountId.ts'
import { isAccountReference } from './accountReference.ts'
import { type ChainId, chainIdPattern } from './chainId.ts'
import { isFungibleId } from './fungibleId.ts'
import { isAnyAddress } from './isAnyAddress.ts'

/** Schema of a CAIP-2 network. Refuses unknown namespaces, and `eip155` references that are not decimal integers. */
export const chainIdSchema = z
  .string()
  .check(z.regex(chainIdPattern, 'Expected a CAIP-2 network such as eip155:1')) as unknown as z.ZodMiniType<
  ChainId,
  ChainId
>

/** Schema of a CAIP-10 account. Checks only the shape: an EIP-55 checksum is checked where money moves. */
export const accountIdSchema = z
  .string()
  .check(z.refine(isAccountId, 'Expected a CAIP-10 account such as eip155:1:0x…')) as unknown as z.ZodMiniType<
  AccountId,
  AccountId
>

/** Schema of a token by CAIP-10, including native tokens; Bitcoin's is `bip122:<reference>:native`. */
export const fungibleIdSchema = z
  .string()
  .check(z.refine(isFungibleId, 'Expected a CAIP-10 token such as eip155:1:0x…')) as unknown as z.ZodMiniType<
  AccountId,
  AccountId
>

/** Schema of an address in a path: EVM (`0x` + 40 hex), Solana (base58, 32 to 44 characters) or Bitcoin. Checks only the shape. */
export const addressSchema = z
  .string()
  .check(
    z.refine(
      isAnyAddress,
      'Expected an address: 0x and 40 hexadecimal digits, 32 to 44 base58 characters, or a Bitcoin address',
    ),
  )

/** Schema of an account as clients write it: a plain address of any family, or one with its network (CAIP-10). Checks only the shape. */
export const accountReferenceSchema = z
  .string()
  .check(
    z.refine(
      isAccountReference,
      'Expected an address (0x and 40 hexadecimal digits, 32 to 44 base58 characters, or a Bitcoin address), or an account such as eip155:1:0x…',
    ),
  )

/** 20 bytes in hexadecimal, in any letter case. */
export const evmAddressSchema = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
