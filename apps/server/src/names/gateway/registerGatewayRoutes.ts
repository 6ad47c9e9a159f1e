import { ServiceError } from '@latchkey/protocol/errors'
import type { Hex } from 'viem'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { App } from '../../platform/http/App.ts'
import { toErrorReply } from '../../platform/http/errorReply.ts'
import { readBody } from '../../platform/http/readBody.ts'
import { parseJsonBody } from '../../platform/http/readInput.ts'
import { type RouteCall, type RouteReply, registerRoute } from '../../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../../platform/openapi/createOpenApiDocument.ts'
import type { NameRegistry } from '../registry/NameRegistry.ts'
import { answerNameCall } from './answerNameCall.ts'
import { createNameHash } from './createNameHash.ts'
import { type AnswerSigner, answerLifetime, signAnswer } from './signAnswer.ts'

const base = '/v1/names/ccip'
/** Maximum bytes of a call: about 32 records at once. */
const longestCall = 8192
const longestBody = 2 * longestCall + 1024

/** Documentation of the gateway. */
export const gatewayDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'GET',
    path: `${base}/{sender}/{data}`,
    summary: 'Answer a resolver contract',
    tag: 'Names',
    description:
      'The gateway of the resolver contract (ERC-3668). `sender` is the contract, `data` the calldata of its `resolve(bytes,bytes)` (ENSIP-10) with `.json` behind it. Answers `{"data":"0x…"}`: `abi.encode(bytes result, uint64 expires, bytes signature)`, signed for that contract and that call, good for 300 s. A name that nobody has answers with empty values; one of another zone is 404.',
  },
  {
    method: 'POST',
    path: base,
    summary: 'Answer a resolver contract',
    tag: 'Names',
    description: 'The same for calls that are too long for an address. Body: `{"sender":"0x…","data":"0x…"}`.',
  },
]

/**
 * Registers the gateway to which resolver contracts send clients. It returns the signed records of our names. Any page can call it, without
 * a project.
 *
 * @param options.signer its address is one of the resolver contract's signers
 */
export function registerGatewayRoutes({
  app,
  registry,
  signer,
  clock,
}: {
  app: App
  registry: NameRegistry
  signer: AnswerSigner
  clock: Clock
}): void {
  const hash = createNameHash([registry.zone, 'addr.reverse', 'default.reverse'])
  const register = (
    method: 'GET' | 'POST',
    path: string,
    read: (call: RouteCall) => Promise<{ sender: unknown; data: unknown }>,
  ) =>
    registerRoute(app, { method, path, project: 'none' }, (call) =>
      explain(async () => {
        await call.admit(undefined)
        const { sender, data } = await read(call)
        const [target, request] = [readSender(sender), readData(data)]
        const result = await answerNameCall({ registry, data: request, hash })
        const expires = Math.floor(clock.now() / 1000) + answerLifetime
        return reply(200, { data: await signAnswer({ signer, target, request, result, expires }) })
      }),
    )

  register('GET', `${base}/{sender}/{data}`, async ({ params: { sender, data = '' } }) => {
    if (!data.endsWith('.json')) throw refuse('data', 'The address of a call ends in .json')
    return { sender, data: data.slice(0, -'.json'.length) }
  })
  register('POST', base, async (call) => {
    const text = await readBody({ call, maxBytes: longestBody })
    const body = parseJsonBody({ text, contentType: call.request.headers.get('content-type') ?? undefined })
    if (typeof body !== 'object' || body === null) throw refuse('body', 'The body is no object')
    const { sender, data } = body as { sender?: unknown; data?: unknown }
    return { sender, data }
  })
}

/** Clients show `message` (ERC-3668). Unexpected errors are logged as usual. */
async function explain(answer: () => Promise<RouteReply>): Promise<RouteReply> {
  try {
    return await answer()
  } catch (error) {
    const { status, headers, body } = toErrorReply(error)
    if (status >= 500) throw error
    return reply(status, { ...body, message: body.reasons[0]?.description }, headers)
  }
}

function reply(status: number, body: object, headers: Record<string, string> = {}): RouteReply {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}

function readSender(value: unknown): Hex {
  if (typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)) return value.toLowerCase() as Hex
  throw refuse('sender', 'The sender is no address: 0x and 40 hexadecimal digits')
}

function readData(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value))
    throw refuse('data', 'The data is no bytes: 0x and hexadecimal digits, two each')
  if (value.length > 2 + 2 * longestCall) throw refuse('data', `The data is longer than ${longestCall} bytes`)
  return value.toLowerCase() as Hex
}

function refuse(field: string, message: string): ServiceError {
  return new ServiceError('malformed_request', { field, message })
}
