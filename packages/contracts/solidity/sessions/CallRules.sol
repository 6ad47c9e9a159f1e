// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ArgumentRule, CallRule} from "./Grant.sol";

/// @title Checks a call against the rules of a session
library CallRules {
    /// @notice Whether one of the rules allows the call.
    /// @dev A plain payment has no data and pays something: with no value it would only run the receiver's code. Data of one to three bytes
    /// names no function, and is never allowed.
    function allow(
        CallRule[] memory rules,
        address target,
        uint256 value,
        bytes calldata data
    ) internal pure returns (bool) {
        bool plain = data.length == 0;
        if (plain ? value == 0 : data.length < 4) return false;
        bytes4 selector = plain ? bytes4(0) : bytes4(data);
        if (!plain && selector == 0) return false;
        for (uint256 i = 0; i < rules.length; ++i) {
            CallRule memory rule = rules[i];
            if (
                rule.selector == selector &&
                (rule.target == target || (plain && rule.target == address(0))) &&
                value <= rule.valueLimit &&
                _hold(rule.arguments, data)
            ) return true;
        }
        return false;
    }

    function _hold(ArgumentRule[] memory rules, bytes calldata data) private pure returns (bool) {
        for (uint256 i = 0; i < rules.length; ++i) {
            ArgumentRule memory rule = rules[i];
            uint256 begin = 4 + uint256(rule.index) * 32;
            if (data.length < begin + 32) return false;
            bytes32 word = bytes32(data[begin:begin + 32]);
            if (rule.condition == 0 ? word != rule.value : rule.condition == 1 ? word == rule.value : false) return false;
            if (rule.condition == 2 && word > rule.value) return false;
            if (rule.condition == 3 && word < rule.value) return false;
            if (rule.condition > 3) return false;
        }
        return true;
    }
}
