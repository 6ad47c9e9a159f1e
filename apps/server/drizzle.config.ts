import { defineConfig } from 'drizzle-kit'

/** Tables belong to the capability that owns them; this gathers them. `npm run -w apps/server migrations` writes the SQL. */
export default defineConfig({ dialect: 'postgresql', schema: './src/**/schema.ts', out: './migrations' })
