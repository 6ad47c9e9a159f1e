import { type Endpoint, errorBodySchema } from '@latchkey/protocol/api'
import { errorCatalog } from '@latchkey/protocol/errors'
import { workRefusalSchema } from '@latchkey/protocol/wallet'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

/** Description of an endpoint outside the contract's JSON endpoints: a stream, the RPC gateway, an image. */
export type DocumentedRoute = {
  method: 'GET' | 'POST'
  path: string
  summary: string
  tag: string
  description: string
}

/** Error codes that every endpoint can return. */
const common = ['rate_limited', 'server_busy', 'internal'] as const
/** How the wallet's endpoints authenticate the caller. */
const authDescriptions = {
  proof: 'Needs a proof of the device key in the header DPoP (RFC 9449).',
  session:
    'Needs an access token in the header Authorization: DPoP, and a proof of the same device key in the header DPoP (RFC 9449).',
}
const projectCodes = ['project_missing', 'project_unknown', 'origin_not_allowed'] as const

/**
 * Creates the OpenAPI 3.1 document from the data of the endpoints.
 *
 * @param options.url where clients reach the server
 * @param options.elsewhere endpoints at another address; those that are also served here are described once
 */
export function createOpenApiDocument({
  endpoints,
  routes,
  version,
  url,
  elsewhere,
}: {
  endpoints: readonly Endpoint[]
  routes: readonly DocumentedRoute[]
  version: string
  url: string
  elsewhere?: { url: string; endpoints: readonly Endpoint[] } | undefined
}): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const item = paths[endpoint.path] ?? {}
    paths[endpoint.path] = item
    item[endpoint.method.toLowerCase()] = describeEndpoint(endpoint)
  }
  for (const { method, path, summary, tag, description } of routes) {
    const item = paths[path] ?? {}
    paths[path] = item
    item[method.toLowerCase()] = {
      summary,
      description,
      tags: [tag],
      parameters: pathParameters(path),
      responses: { '200': { description: 'See the description.' }, default: errorResponse('A refusal') },
    }
  }
  for (const endpoint of elsewhere?.endpoints ?? []) {
    if (endpoints.some(({ path }) => path === endpoint.path)) continue
    const method = endpoint.method.toLowerCase()
    // One path can mean two things at two addresses. Clients do not send the part after the #.
    const isTaken = paths[endpoint.path]?.[method] !== undefined
    const path = isTaken ? `${endpoint.path}#elsewhere` : endpoint.path
    const item = paths[path] ?? {}
    paths[path] = item
    item[method] = { ...describeEndpoint(endpoint), servers: [{ url: elsewhere?.url }] }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Latchkey',
      version,
      summary: 'Balances, history, prices, markets, RPC gateway and event stream of a crypto token site.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: {
        Error: toSchema(errorBodySchema, 'output'),
        WorkRequired: toSchema(workRefusalSchema, 'output'),
      },
    },
  }
}

function describeEndpoint(endpoint: Endpoint): Json {
  const codes = [...endpoint.errors, ...(endpoint.project === 'none' ? [] : projectCodes), ...common]
  const byStatus = groupByStatus(codes, (code) => errorCatalog[code].status)
  const failures = [...byStatus].map(([status, list]) => [
    String(status),
    errorResponse(
      list.map((code) => `\`${code}\`: ${errorCatalog[code].message}`).join('\n\n'),
      list.includes('work_required') ? ['Error', 'WorkRequired'] : ['Error'],
    ),
  ])
  const projectId = {
    name: 'projectId',
    in: 'query',
    required: endpoint.method === 'GET' && endpoint.project === 'required',
    description: 'The id of your project on this server',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  }
  return {
    summary: endpoint.summary,
    ...(endpoint.auth ? { description: authDescriptions[endpoint.auth] } : {}),
    tags: [endpoint.tag],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.project === 'none' ? [] : [projectId]),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'The answer',
        content: { 'application/json': { schema: toSchema(endpoint.response, 'output') } },
      },
      ...Object.fromEntries(failures),
    },
  }
}

function groupByStatus<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

function errorResponse(description: string, schemas: readonly string[] = ['Error']): Json {
  const references = schemas.map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const schema = references.length === 1 ? references[0] : { anyOf: references }
  return { description, content: { 'application/json': { schema } } }
}

function parametersOf(schema: Endpoint['params'], place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
