import { LatchkeyError } from '@latchkey/protocol'
import { createOriginMatcher } from '../platform/config/originMatcher.ts'
import type { ProjectConfig, ServerConfig } from '../platform/config/ServerConfig.ts'

/** The projects of the configuration. */
export type Projects = {
  /**
   * The project of a request.
   *
   * @throws LatchkeyError `project_missing`, `project_unknown` (also when disabled), `origin_not_allowed`
   */
  check: (options: { projectId: string | undefined; origin: string | undefined }) => ProjectConfig
}

/** Reads the projects once: their origins are compiled here, so that a look-up costs next to nothing. */
export function createProjects({ config }: { config: Pick<ServerConfig, 'projects'> }): Projects {
  const projects = new Map(
    config.projects.map((project) => [project.id, { project, allows: createOriginMatcher(project.origins) }] as const),
  )

  return {
    check: ({ projectId, origin }) => {
      if (!projectId) throw new LatchkeyError('project_missing')
      const entry = projects.get(projectId)
      if (!entry?.project.enabled) throw new LatchkeyError('project_unknown')
      // Servers and scripts send no origin; a browser cannot leave it out.
      if (origin !== undefined && !entry.allows(origin)) {
        throw new LatchkeyError('origin_not_allowed', {
          message: `The origin ${origin.slice(0, 200)} is not in the list of project ${entry.project.name}: add it to projects[].origins in the server's configuration`,
        })
      }
      return entry.project
    },
  }
}
