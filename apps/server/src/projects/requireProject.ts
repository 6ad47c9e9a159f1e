import { ServiceError } from '@latchkey/protocol/errors'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'

/**
 * Returns the project of a request, for endpoints that require one.
 *
 * @throws LatchkeyError `project_missing`
 */
export function requireProject({ project }: { project: ProjectConfig | undefined }): ProjectConfig {
  if (!project) throw new ServiceError('project_missing')
  return project
}
