import { lookAtScenes } from '../../test/lookAtScenes.ts'

lookAtScenes('account')
