import { getProfileAccount } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import { registerRoute } from '../platform/http/registerRoute.ts'
import type { DocumentedRoute } from '../platform/openapi/createOpenApiDocument.ts'
import { readAvatarImage } from './avatarImage.ts'
import { nameTtl } from './createNameService.ts'
import type { NameService } from './NameService.ts'

/** What the documentation says of the pictures of names. */
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

/** Registers `/v1/profile/account/{name}` and the picture below it. */
export function registerNameRoutes({ app, names }: { app: App; names: NameService }): void {
  registerEndpoint(app, getProfileAccount, async ({ params, query }, { header }) => {
    const { value, age } = await names.resolve({ name: params.name })
    if (value) {
      header('cache-control', cacheFor(age))
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
      if (!image) throw new ServiceError('name_not_found', { field: 'name', message: 'The name carries no picture' })
      return {
        headers: {
          'content-type': image.contentType,
          'cache-control': cacheFor(age),
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        },
        body: image.bytes,
      }
    },
  )
}

function cacheFor(age: number): string {
  return `public, max-age=${Math.max(0, Math.floor(nameTtl - age))}`
}
