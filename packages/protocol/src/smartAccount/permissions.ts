import * as z from 'zod/mini'
import { evmAddressSchema } from '../caip/schemas.ts'

const hexAmount = z.string().check(z.regex(/^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i))
const seconds = z.number().check(z.int(), z.gte(0), z.lte(281_474_976_710_655))
/** Longer than a block can take. 0: once for the permission's lifetime. */
const period = seconds.check(z.refine((value) => value === 0 || value >= 60))
const publicKey = z.string().check(z.regex(/^0x(?:[0-9a-f]{2}){33,65}$/i))

/** Who can use a permission. Source: ERC-7715, signer types. */
export const permissionSignerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('key'),
    /** `publicKey`: SEC 1, compressed (33 bytes) or not (65). */
    data: z.strictObject({ type: z.enum(['secp256k1', 'secp256r1']), publicKey }),
  }),
  z.strictObject({ type: z.literal('account'), data: z.strictObject({ address: evmAddressSchema }) }),
])

/** Who can use a permission. */
export type PermissionSigner = z.infer<typeof permissionSignerSchema>

const recurring = {
  /** Base units per period. */
  allowance: hexAmount,
  /** Unix seconds of the start of the first period. */
  start: seconds,
  /** Seconds; at least 60, so that a period is longer than a block takes. 0: once for the permission's lifetime. */
  period,
  /** The only receiver; any receiver if absent. */
  to: z.optional(evmAddressSchema),
}

/** Comparison of an argument with a value. Numbers are unsigned. */
export const argumentOperators = [
  'EQUAL',
  'NOT_EQUAL',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
] as const

/** One right of an app. Source: ERC-7715, permission types. */
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
      /** The functions in ABI format. Only named ones are allowed. */
      abi: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(50)),
      functions: z
        .array(
          z.strictObject({
            functionName: z.string().check(z.minLength(1), z.maxLength(100)),
            /** One for each argument, in order; null: any value. Only types of one word can be compared. */
            args: z.optional(
              z
                .array(
                  z.nullable(
                    z.strictObject({ operator: z.enum(argumentOperators), value: z.string().check(z.maxLength(100)) }),
                  ),
                )
                .check(z.maxLength(16)),
            ),
            /** Largest value of one call in wei. Default none. */
            valueLimit: z.optional(hexAmount),
          }),
        )
        .check(z.minLength(1), z.maxLength(20)),
    }),
  }),
])

/** One right of an app. */
export type Permission = z.infer<typeof permissionSchema>

/** Policies of all rights together. None are supported yet: a request with an unknown one is refused. */
export const permissionPolicySchema = z.strictObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })

/** The rights that are requested together as one permission. */
export const permissionsSchema = z.array(permissionSchema).check(z.minLength(1), z.maxLength(10))

/** Parameters of `wallet_grantPermissions`. Source: ERC-7715. */
export const grantPermissionsSchema = z.strictObject({
  /** Hexadecimal. */
  chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,8}$/i)),
  /** The active account by default. */
  address: z.optional(evmAddressSchema),
  /** Unix seconds. */
  expiry: seconds,
  signer: permissionSignerSchema,
  permissions: permissionsSchema,
  policies: z.optional(z.array(permissionPolicySchema).check(z.maxLength(0))),
})

/** Parameters of `wallet_grantPermissions`. */
export type GrantPermissions = z.infer<typeof grantPermissionsSchema>

/** Result of `wallet_grantPermissions`. */
export type GrantedPermissions = GrantPermissions & {
  address: `0x${string}`
  /** ID of the permission on the server. */
  pci: string
  /** Context that the app sends with every call: the permission and its rules. */
  context: `0x${string}`
}
