import type { Hex } from 'viem'
import { z } from 'zod'

const text = (longest: number) => z.string().max(longest)
const httpUrl = z.url({ protocol: /^https?$/ }).max(2_000)
const nonce = z.string().regex(/^[A-Za-z0-9]{8,128}$/)
const time = z.iso.datetime({ offset: true })

/** Request of a site to open a channel. Other fields are dropped. Source: FIP-11, as implemented by the public relay. */
export const channelRequestSchema = z.object({
  siweUri: z.url().max(2_000),
  domain: z.string().regex(/^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/),
  nonce: nonce.optional(),
  notBefore: time.optional(),
  expirationTime: time.optional(),
  requestId: text(200).optional(),
  redirectUrl: httpUrl.optional(),
  acceptAuthAddress: z.boolean().optional(),
})

/** Request of a site to open a channel. */
export type ChannelRequest = z.output<typeof channelRequestSchema>

/** Answer of an app: the message, its signature, and further data about the user. */
export const channelAnswerSchema = z.object({
  message: z.string().min(1).max(4_000),
  // Contract signatures are longer than those of keys.
  signature: z
    .string()
    .regex(/^0x([0-9a-fA-F]{2}){1,2048}$/)
    .transform((value) => value as Hex),
  authMethod: z.enum(['custody', 'authAddress']).optional(),
  fid: z.number().int().positive(),
  username: text(100).optional(),
  bio: text(1_000).optional(),
  displayName: text(200).optional(),
  pfpUrl: text(4_000).optional(),
})

/** Answer of an app. */
export type ChannelAnswer = z.output<typeof channelAnswerSchema>
