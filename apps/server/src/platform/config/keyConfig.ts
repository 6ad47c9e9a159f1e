import { z } from 'zod'

const text = z.string().min(1)

/**
 * A private key (32 bytes, hexadecimal): in the configuration, in an environment variable, or in a file. The server creates a missing file.
 */
export const keySchema = z.strictObject({
  privateKey: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'a private key: 0x and 64 hexadecimal digits')
    .optional(),
  keyVariable: text.optional(),
  keyFile: text.optional(),
})

export type KeyConfig = z.output<typeof keySchema>
