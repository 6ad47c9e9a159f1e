import {
  cancelOnrampOrder,
  createOnrampUrl,
  getOnrampOptions,
  getOnrampOrder,
  getOnrampQuote,
  getOnrampQuotes,
  openOnrampOrder,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { readBody } from '../platform/http/readBody.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import type { Onramp } from './createOnramp.ts'
import { webhookPath } from './providers/createProviders.ts'

/** Documentation of the endpoint for messages of providers. */
export const onrampDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'POST',
    path: webhookPath,
    summary: 'Message of a payment provider',
    tag: 'On-ramp',
    description:
      'Signed by the provider, each in its own way. It is a hint: how the payment stands is asked of the provider itself. 401 for a message of anybody else.',
  },
]

const maxMessageBytes = 65_536

/**
 * Registers `/v1/onramp/…` and `/v1/generators/onrampurl`.
 *
 * @param options.onramp undefined if the configuration has no onramp
 */
export function registerOnrampRoutes({ app, onramp }: { app: App; onramp: Onramp | undefined }): void {
  const own = (): Onramp => {
    if (onramp) return onramp
    throw new ServiceError('onramp_unavailable')
  }

  registerEndpoint(app, getOnrampOptions, (_, { readHeader }) => own().readOptions({ readHeader }))
  registerEndpoint(app, getOnrampQuote, ({ body }, { project, ip, readHeader }) =>
    own().quote({ projectId: idOf(project), request: body, ip, readHeader }),
  )
  registerEndpoint(app, getOnrampQuotes, ({ body }, { project, ip, readHeader }) =>
    own().listQuotes({ projectId: idOf(project), request: body, ip, readHeader }),
  )
  registerEndpoint(app, createOnrampUrl, ({ body }, { project, ip, readHeader }) => {
    if (!project) throw new Error('An endpoint with a project was called without one')
    return own().createOrder({ project, request: body, ip, readHeader })
  })
  registerEndpoint(app, getOnrampOrder, ({ params }, { project }) =>
    own().readOrder({ projectId: idOf(project), id: params.id }),
  )
  registerEndpoint(app, cancelOnrampOrder, ({ params }, { project, ip }) =>
    own().cancelOrder({ projectId: idOf(project), id: params.id, ip }),
  )
  registerEndpoint(app, openOnrampOrder, ({ params }, { project, ip }) =>
    own().openOrder({ projectId: idOf(project), id: params.id, ip }),
  )

  if (!onramp) return
  // Providers are servers: they send no project ID, and their signatures authenticate them.
  registerRoute(app, { method: 'POST', path: webhookPath, project: 'none' }, async (call) => {
    await call.admit(undefined)
    const body = await readBody({ call, maxBytes: maxMessageBytes })
    await onramp.takeMessage({ provider: call.params.provider ?? '', headers: call.request.headers, body })
    return { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' }, body: '{}' }
  })
}

function idOf(project: { id: string } | undefined): string {
  if (!project) throw new Error('An endpoint with a project was called without one')
  return project.id
}
