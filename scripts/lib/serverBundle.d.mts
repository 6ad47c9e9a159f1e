/** What the bundle of the server holds: itself, its relay alone, and the operator's commands. */
export type ServerProgram =
  | 'main'
  | 'relay'
  | 'telemetry'
  | 'accounts'
  | 'audit'
  | 'database'
  | 'directory'
  | 'keys'
  | 'names'
  | 'sessions'
  | 'smart-accounts'
export function serverProgram(name: ServerProgram): Promise<string>
export function testProgram(name: 'bundlerProcess' | 'crashProcess' | 'treasuryProcess'): Promise<string>
export function buildServer(options?: { part?: 'production' | 'testing' }): Promise<{ folder: string; isNew: boolean }>
