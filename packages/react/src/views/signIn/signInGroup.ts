import { NotOffered } from '../later/NotOffered.tsx'
import type { ViewGroup } from '../ViewGroup.ts'

export const group: ViewGroup = { views: { ConnectingSiwe: NotOffered, SIWXSignMessage: NotOffered }, styles: '' }
