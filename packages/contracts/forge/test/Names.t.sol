// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {NamesActor} from "../support/NamesActor.sol";

/// @title Who decides about names and their answers, whatever comes in whatever order
contract NamesTest {
    NamesActor private _actor;

    function setUp() public {
        _actor = new NamesActor();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actor);
    }

    /// @dev Every step checks authority, time, and answers for others for itself.
    function invariant_OwnersAloneDecideAboutNamesAndKeys() public view {
        _actor.check();
    }

    /// @dev The campaign above would be worthless if nothing ever went through.
    function test_AnswersCount() public {
        for (uint256 i = 0; i < 400; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            _actor.govern(seed);
            _actor.answer(seed, uint64(seed >> 128));
            _actor.register(seed);
        }
        require(_actor.accepted() > 10, "too few answers counted");
    }
}
