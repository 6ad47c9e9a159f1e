// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {SessionActor} from "../support/SessionActor.sol";

/// @title What sessions can never do, whatever comes in whatever order
contract SessionsTest {
    SessionActor private _actor;

    function setUp() public {
        _actor = new SessionActor();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_actor);
    }

    /// @dev Every step checks authority, time, replay and other chains for itself.
    function invariant_NoMoreLeavesThanTheLimitOfEachPeriod() public view {
        _actor.checkCounters();
    }

    /// @dev The campaign above would be worthless if nothing ever went through.
    function test_AcceptsAndRefuses() public {
        for (uint256 i = 0; i < 300; ++i) {
            uint256 seed = uint256(keccak256(abi.encode(i)));
            if (i % 6 == 0) _actor.grant(seed, seed >> 16, seed >> 32);
            if (i % 9 == 0) _actor.warp(seed);
            _actor.act(seed, seed >> 7, seed >> 9);
            if (i % 5 == 0) _actor.replay(seed);
        }
        require(_actor.liveCount() > 10, "too few sessions were granted");
        require(_actor.accepted() > 20, "too few operations went through");
        require(_actor.refused() > 20, "too few operations were refused");
    }
}
