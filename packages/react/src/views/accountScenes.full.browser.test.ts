import { checkScenes } from '../../test/checkScenes.ts'

checkScenes('account')
