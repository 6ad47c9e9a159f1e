import type { ProjectConfig } from '../platform/config/ServerConfig.ts'

/** Where a person's account lives: in the project, or in the whole server. */
export function scopeOf(project: ProjectConfig): string {
  return project.wallet.scope === 'server' ? 'server' : project.id
}
