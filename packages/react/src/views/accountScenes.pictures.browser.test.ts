import { compareScenes } from '../../test/compareScenes.ts'

compareScenes('account')
