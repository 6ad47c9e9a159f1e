import type { Hex } from 'viem'
import { z } from 'zod'

const text = (longest: number) => z.string().max(longest)
const httpUrl = z.url({ protocol: /^https?$/ }).max(2_000)
const nonce = z.string().regex(/^[A-Za-z0-9]{8,128}$/)
const time = z.iso.datetime({ offset: true })

/** What a site asks for when it opens a channel. What is not named here is dropped. Source: FIP-11, as the public relay speaks it. */
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

/** What a site asks for when it opens a channel. */
export type ChannelRequest = z.output<typeof channelRequestSchema>

/** What an app answers: the message and its signature, and what it says about the person beside that. */
export const channelAnswerSchema = z.object({
  message: z.string().min(1).max(4_000),
  // Longer than that of a key where a contract signs.
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

/** What an app answers. */
export type ChannelAnswer = z.output<typeof channelAnswerSchema>
