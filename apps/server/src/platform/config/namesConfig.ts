import { z } from 'zod'
import { keySchema } from './keyConfig.ts'

const word = z.string().regex(/^[a-z0-9-]{1,64}$/, 'lower case letters, digits and hyphens')

/** Names that visitors register: `label.zone`. Without this part there are none. */
export const namesSchema = z.strictObject({
  /** What all names end in, a name of ENS that the operator owns: `latchkey.eth`. */
  zone: z
    .string()
    .max(180)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'a name of at least two labels, lower case, such as latchkey.eth'),
  /** Signs what the gateway answers to the resolver contract (ERC-3668); it owns nothing. Another key than those of `smartAccounts`. */
  signer: keySchema,
  /** Labels that nobody can register, beside the server's own list (`admin`, `support`, …); what looks like one of them neither. */
  reserved: z.array(word).default([]),
  /** Words that no label may contain. */
  blocked: z.array(word).default([]),
  /** Names that one address may have in one project. */
  perAddress: z.number().int().positive().default(1),
  limits: z
    .strictObject({
      /** Names that one IP address (IPv6: /64; five times as many a /48) may register in an hour, and in a day. */
      registrationsPerHour: z.number().int().positive().default(5),
      registrationsPerDay: z.number().int().positive().default(20),
      /** Changes that one IP address may make in an hour. */
      changesPerHour: z.number().int().positive().default(60),
    })
    .prefault({}),
})

/** The configuration of the names that visitors register. */
export type NamesConfig = z.output<typeof namesSchema>
