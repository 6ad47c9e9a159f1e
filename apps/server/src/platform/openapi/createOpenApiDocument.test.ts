import { defineEndpoint } from '@latchkey/protocol/api'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { createOpenApiDocument } from './createOpenApiDocument.ts'

test('behavior: a path with two meanings at two addresses is described twice', () => {
  const stored = defineEndpoint({
    ...{ method: 'POST', path: '/v1/wallet', summary: 'Stores', tag: 'Wallet', project: 'none' },
    response: z.object({}),
    errors: [],
  })
  const { paths } = createOpenApiDocument({
    endpoints: [],
    routes: [
      { method: 'POST', path: '/v1/wallet', tag: 'Smart accounts', summary: 'Prepares', description: 'JSON-RPC' },
    ],
    version: '1.0.0',
    url: 'https://api.example.com',
    elsewhere: { url: 'https://wallet.example.com', endpoints: [stored] },
  })
  expect(paths).toMatchObject({
    '/v1/wallet': { post: { summary: 'Prepares' } },
    '/v1/wallet#elsewhere': { post: { summary: 'Stores', servers: [{ url: 'https://wallet.example.com' }] } },
  })
})
