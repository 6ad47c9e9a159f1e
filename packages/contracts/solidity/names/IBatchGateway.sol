// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title Fetches several answers at once
/// @notice Spoken by clients to themselves, or to a server that does it for them. Source: ENSIP-21.
interface IBatchGateway {
    struct Request {
        address sender;
        string[] urls;
        bytes data;
    }

    /// @notice An HTTP status of a gateway.
    error HttpError(uint16 status, string message);

    /// @return failures Which of the requests failed.
    /// @return responses Answers; of those that failed the error.
    function query(
        Request[] calldata requests
    ) external view returns (bool[] memory failures, bytes[] memory responses);
}
