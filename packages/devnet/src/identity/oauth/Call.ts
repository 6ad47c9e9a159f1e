import type { IncomingMessage, ServerResponse } from 'node:http'
import { readForm } from '../../page/readForm.ts'

/** Request of a server to a face. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  /** Of a posted form; empty otherwise. */
  form: URLSearchParams
  /** By name, in small letters. */
  header: (name: string) => string | undefined
}

/** Response: an object is sent as JSON, a text unchanged. */
export type Answer = { status: number; headers?: Readonly<Record<string, string>>; body: object | string }

/** Reads the request of a server. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return {
    method: request.method ?? 'GET',
    path: pathname,
    query: searchParams,
    form: isForm ? await readForm(request) : new URLSearchParams(),
    header: (name) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
  }
}

/** Answers it. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer) {
  const isText = typeof body === 'string'
  response.writeHead(status, {
    'content-type': isText ? 'application/x-www-form-urlencoded; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(isText ? body : JSON.stringify(body))
}
