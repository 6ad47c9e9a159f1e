import type { ProjectConfig } from '../platform/config/ServerConfig.ts'

/** Returns the scope of a user's account: the project, or the whole server. */
export function scopeOf(project: ProjectConfig): string {
  return project.wallet.scope === 'server' ? 'server' : project.id
}
