// Loaded before a measured server: lets one address create thousands of accounts in an hour.

import { passwordLimits } from '#api/people/passwordLimits.ts'

passwordLimits.accountsPerAddressAndHour = 1e6
passwordLimits.accountsPerHour = 1e6
