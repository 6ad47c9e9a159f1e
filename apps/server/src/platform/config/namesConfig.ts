import { z } from 'zod'
import { keySchema } from './keyConfig.ts'

const word = z.string().regex(/^[a-z0-9-]{1,64}$/, 'lower case letters, digits and hyphens')

/** Names that visitors register: `label.zone`. Without this section there are none. */
export const namesSchema = z.strictObject({
  /** Suffix of all names: an ENS name that the operator owns, such as `latchkey.eth`. */
  zone: z
    .string()
    .max(180)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'a name of at least two labels, lower case, such as latchkey.eth'),
  /** Signs the gateway's answers to the resolver contract (ERC-3668). It owns nothing, and must differ from the keys of `smartAccounts`. */
  signer: keySchema,
  /**
   * Labels that visitors cannot register, in addition to the server's list (`admin`, `support`, …). Look-alikes of them are reserved as
   * well.
   */
  reserved: z.array(word).default([]),
  /** Words that no label can contain. */
  blocked: z.array(word).default([]),
  /** Names that one address can have in one project. */
  perAddress: z.number().int().positive().default(1),
  limits: z
    .strictObject({
      /** Names that one IP address (IPv6: /64; a /48 gets five times as many) can register per hour, and per day. */
      registrationsPerHour: z.number().int().positive().default(5),
      registrationsPerDay: z.number().int().positive().default(20),
      /** Changes that one IP address can make per hour. */
      changesPerHour: z.number().int().positive().default(60),
    })
    .prefault({}),
})

export type NamesConfig = z.output<typeof namesSchema>
