import { z } from 'zod'

const text = z.string().min(1)

/** A private key (32 bytes, hexadecimal): here, in a variable of the environment, or in a file, which is made when it is missing. */
export const keySchema = z.strictObject({
  privateKey: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'a private key: 0x and 64 hexadecimal digits')
    .optional(),
  keyVariable: text.optional(),
  keyFile: text.optional(),
})

/** Where a private key is. */
export type KeyConfig = z.output<typeof keySchema>
