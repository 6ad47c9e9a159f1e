import { ServiceError } from '@latchkey/protocol/errors'
import { createOriginMatcher } from '../platform/config/originMatcher.ts'
import type { ProjectConfig, ServerConfig } from '../platform/config/ServerConfig.ts'
import { describeRefusedOrigin } from './describeRefusedOrigin.ts'

/** The configured projects. */
export type Projects = {
  /**
   * Returns the project of a request. A refusal names the setting to change, for the site builder.
   *
   * @throws LatchkeyError `project_missing`, `project_unknown` (also if disabled), `origin_not_allowed`
   */
  check: (options: { projectId: string | undefined; origin: string | undefined }) => ProjectConfig
}

/** Compiles the projects' origins once, so that lookups are cheap. */
export function createProjects({ config }: { config: Pick<ServerConfig, 'projects'> }): Projects {
  const projects = new Map(
    config.projects.map(
      (project, index) => [project.id, { project, index, allows: createOriginMatcher(project.origins) }] as const,
    ),
  )

  return {
    check: ({ projectId, origin }) => {
      if (!projectId) {
        throw new ServiceError('project_missing', {
          message: 'The request names no project: set projectId to the ID of a project of this server (projects[].id)',
        })
      }
      const entry = projects.get(projectId)
      if (!entry) {
        const shape = /^[0-9a-f]{32}$/.test(projectId) ? '' : ' An id has 32 hexadecimal characters, in lower case.'
        throw new ServiceError('project_unknown', {
          message: `This server has no project ${projectId.slice(0, 64)}: compare projectId with projects[].id in its configuration.${shape}`,
        })
      }
      const { project, index } = entry
      if (!project.enabled) {
        throw new ServiceError('project_unknown', {
          message: `The project ${project.id} is disabled: projects[${index}].enabled in the server's configuration`,
        })
      }
      // Servers and scripts send no origin. A browser cannot omit it.
      if (origin !== undefined && !entry.allows(origin)) {
        throw new ServiceError('origin_not_allowed', { message: describeRefusedOrigin({ origin, project, index }) })
      }
      return project
    },
  }
}
