import type { ServerConfig } from '../config/ServerConfig.ts'
import type { App } from './App.ts'
import { registerRoute } from './registerRoute.ts'

/** Registers `/.well-known/security.txt` (RFC 9116) if a contact is configured. */
export function registerSecurityText({
  app,
  config: { securityText },
}: {
  app: App
  config: Pick<ServerConfig, 'securityText'>
}): void {
  if (!securityText) return
  const { contacts, expires, policy, languages } = securityText
  const body = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    ...(policy ? [`Policy: ${policy}`] : []),
    ...(languages.length > 0 ? [`Preferred-Languages: ${languages.join(', ')}`] : []),
    '',
  ].join('\n')
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' }
  registerRoute(app, { method: 'GET', path: '/.well-known/security.txt', project: 'none' }, async ({ admit }) => {
    await admit(undefined)
    return { headers, body }
  })
}
