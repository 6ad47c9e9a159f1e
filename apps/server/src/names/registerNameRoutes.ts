import { isEvmAddress } from '@latchkey/protocol'
import {
  getProfileAccount,
  getProfileReverse,
  registerName,
  setNameAddress,
  setNameAttributes,
  splitAccountReference,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import { readAvatarImage } from './avatarImage.ts'
import { cacheFor } from './cacheFor.ts'
import { nameTtl } from './ens/createEnsNames.ts'
import type { NameService } from './NameService.ts'
import { normalizeName } from './normalizeName.ts'
import type { NameCaller, NameRegistry, NameRequest } from './registry/NameRegistry.ts'

/** Documentation of the endpoint for pictures. */
export const nameDocumentation: readonly DocumentedRoute[] = [
  {
    method: 'GET',
    path: '/v1/profile/account/{name}/avatar',
    summary: 'Picture of a name',
    tag: 'Names',
    description:
      'The picture that the name’s avatar text carries by itself (a `data:` URI with a PNG, JPEG, GIF, WebP or AVIF). Pictures elsewhere are not fetched: 404, as for a name without one.',
  },
]

/** Seconds for which clients cache the picture of a name of this server. */
const pictureTtl = 60

/**
 * Registers `/v1/profile/account…` and `/v1/profile/reverse`.
 *
 * @param options.registry undefined if this server has no names
 */
export function registerNameRoutes({
  app,
  names,
  registry,
}: {
  app: App
  names: NameService
  registry?: NameRegistry | undefined
}): void {
  const own = (): NameRegistry => {
    if (registry) return registry
    throw new ServiceError('names_unavailable')
  }

  registerEndpoint(app, getProfileAccount, async ({ params, query }, { header }) => {
    const { value, age } = await names.resolve({ name: params.name })
    // A name of this server is always current, because it determines where money goes.
    if (age === undefined) header('cache-control', 'no-cache')
    if (value) {
      if (age !== undefined) header('cache-control', cacheFor(nameTtl - age))
      return value
    }
    if (query.apiVersion === '2') return []
    throw new ServiceError('name_not_found', { field: 'name' })
  })

  registerRoute(
    app,
    { method: 'GET', path: '/v1/profile/account/{name}/avatar', project: 'none' },
    async ({ params, admit }) => {
      await admit(undefined)
      const { value, age } = await names.resolve({ name: params.name ?? '' })
      const image = readAvatarImage(value?.attributes.avatar)
      if (!image) throw new ServiceError('name_not_found', { field: 'name', message: 'The name has no picture' })
      return {
        headers: {
          'content-type': image.contentType,
          'cache-control': cacheFor(age === undefined ? pictureTtl : nameTtl - age),
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        },
        body: image.bytes,
      }
    },
  )

  registerEndpoint(app, getProfileReverse, async ({ params }, { header }) => {
    const { address } = splitAccountReference(params.address)
    if (!isEvmAddress(address)) throw new ServiceError('malformed_address', { field: 'address' })
    header('cache-control', 'no-cache')
    return [...((await registry?.list({ address })) ?? [])]
  })

  registerEndpoint(app, registerName, ({ body }, call) =>
    own().register({ request: toRequest(body), caller: toCaller(call) }),
  )
  registerEndpoint(app, setNameAttributes, async ({ params, body }, call) => {
    const { name, updated_at, attributes } = await own().setAttributes({
      ...{ name: readName(params.name), request: toRequest(body), caller: toCaller(call) },
    })
    return { name, updated_at, attributes }
  })
  registerEndpoint(app, setNameAddress, async ({ params, body }, call) => {
    const owner = body.owner && { signature: body.owner.signature as `0x${string}` }
    const { name, updated_at, attributes, addresses } = await own().setAddress({
      ...{ name: readName(params.name), request: { ...toRequest(body), owner }, caller: toCaller(call) },
    })
    return { name, updated_at, attributes, addresses }
  })
}

/** An invalid name counts as not found. */
function readName(text: string): string {
  const name = normalizeName(text)
  if (name === undefined) throw new ServiceError('name_not_found', { field: 'name' })
  return name
}

function toRequest({ message, signature, coin_type, address }: Omit<NameRequest, 'signature'> & { signature: string }) {
  const account = splitAccountReference(address).address
  return { message, signature: signature as `0x${string}`, coin_type, address: account }
}

function toCaller({ project, ip }: { project: { id: string } | undefined; ip: string }): NameCaller {
  return { projectId: project?.id, ip }
}
