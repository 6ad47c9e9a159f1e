import * as z from 'zod/mini'
import { evmAddressSchema } from '../caip/schemas.ts'

const hexAmount = z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i))
const seconds = z.number().check(z.int(), z.gte(0), z.lte(281_474_976_710_655))
/** Not shorter than a block may take; 0: once, for the permission's whole life. */
const period = seconds.check(z.refine((value) => value === 0 || value >= 60))
const publicKey = z.string().check(z.regex(/^0x(?:[0-9a-f]{2}){33,65}$/i))

/** Who may act with a permission. Source: ERC-7715, signer types. */
export const permissionSignerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('key'),
    /** `publicKey`: SEC 1, compressed (33 bytes) or not (65). */
    data: z.strictObject({ type: z.enum(['secp256k1', 'secp256r1']), publicKey }),
  }),
  z.strictObject({ type: z.literal('account'), data: z.strictObject({ address: evmAddressSchema }) }),
])

/** Who may act with a permission. */
export type PermissionSigner = z.infer<typeof permissionSignerSchema>

const recurring = {
  /** Base units, for each period. */
  allowance: hexAmount,
  /** Unix seconds when the first period begins. */
  start: seconds,
  /** Seconds; at least 60, so that a period is longer than a block takes. 0: once, for the permission's whole life. */
  period,
  /** The only receiver; left out: anybody. */
  to: z.optional(evmAddressSchema),
}

/** How an argument is held against a value; numbers compare unsigned. */
export const argumentOperators = [
  'EQUAL',
  'NOT_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
] as const

/** One thing that an app may do. Source: ERC-7715, permission types. */
export const permissionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('native-token-recurring-allowance'), data: z.strictObject(recurring) }),
  z.strictObject({
    type: z.literal('erc20-recurring-allowance'),
    data: z.strictObject({ address: evmAddressSchema, ...recurring }),
  }),
  z.strictObject({
    type: z.literal('contract-call'),
    data: z.strictObject({
      address: evmAddressSchema,
      /** The functions as an ABI has them; only those that are named are allowed. */
      abi: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(50)),
      functions: z
        .array(
          z.strictObject({
            functionName: z.string().check(z.minLength(1), z.maxLength(100)),
            /** One for each argument, in order; null: anything. Only types of one word can be held against a value. */
            args: z.optional(
              z
                .array(
                  z.nullable(
                    z.strictObject({ operator: z.enum(argumentOperators), value: z.string().check(z.maxLength(100)) }),
                  ),
                )
                .check(z.maxLength(16)),
            ),
            /** Wei that one call may carry. Default none. */
            valueLimit: z.optional(hexAmount),
          }),
        )
        .check(z.minLength(1), z.maxLength(20)),
    }),
  }),
])

/** One thing that an app may do. */
export type Permission = z.infer<typeof permissionSchema>

/** What holds for all permissions of a session together. None are known yet: a request with one that is not understood is refused. */
export const permissionPolicySchema = z.strictObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })

/** The permissions that are asked for together: one session. */
export const permissionsSchema = z.array(permissionSchema).check(z.minLength(1), z.maxLength(10))

/** What `wallet_grantPermissions` is asked. Source: ERC-7715. */
export const grantPermissionsSchema = z.strictObject({
  /** Hexadecimal. */
  chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,8}$/i)),
  /** Left out: the account in use. */
  address: z.optional(evmAddressSchema),
  /** Unix seconds. */
  expiry: seconds,
  signer: permissionSignerSchema,
  permissions: permissionsSchema,
  policies: z.optional(z.array(permissionPolicySchema).check(z.maxLength(0))),
})

/** What `wallet_grantPermissions` is asked. */
export type GrantPermissions = z.infer<typeof grantPermissionsSchema>

/** What it answers. */
export type GrantedPermissions = GrantPermissions & {
  address: `0x${string}`
  /** Names the session to the server. */
  pci: string
  /** What the app shows again with every call: the session and its rules. */
  context: `0x${string}`
}
